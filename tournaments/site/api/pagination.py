"""Lists of the API come in pages."""

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from tournaments.names.text import read_number


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`: up to 500 rows may be asked for, and `page_size` (100) come at a
    time, so that a page stays below a hundred kilobytes.

    A page that is not there is 404; a size that cannot be, 400.
    """

    page_size_query_param = "page_size"
    max_page_size = 500

    def get_page_size(self, request: Request) -> int:
        asked = request.query_params.get(self.page_size_query_param)
        if asked is None:
            return self.page_size
        size = read_number(asked, digits=4) or 0
        if not 1 <= size <= self.max_page_size:
            sentence = _("Va de 1 a %(most)s.") % {"most": self.max_page_size}
            raise ValidationError({self.page_size_query_param: [sentence]})
        return min(size, self.page_size)


class PagesOfLongRows(Pages):
    """The same of rows of one or two kilobytes."""

    page_size = 50
