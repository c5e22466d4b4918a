"""Pagination of the API's lists."""

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request

from tournaments.names.text import read_number


class Pages(PageNumberPagination):
    """Pages by `?page=2&page_size=50`.

    A page has at most 100 rows, the default, so it stays below a hundred kilobytes. A `page_size`
    from 101 to 500 is accepted and counts as 100. An unknown page is 404; an invalid size, 400.
    """

    page_size: int
    page_size_query_param = "page_size"
    max_page_size = 500

    def get_page_size(self, request: Request) -> int:
        typed_size = request.query_params.get(self.page_size_query_param)
        if typed_size is None:
            return self.page_size
        size = read_number(typed_size, digits=4) or 0
        if not 1 <= size <= self.max_page_size:
            sentence = _("Va de 1 a %(most)s.") % {"most": self.max_page_size}
            raise ValidationError({self.page_size_query_param: [sentence]})
        return min(size, self.page_size)


class PagesOfLongRows(Pages):
    """Pages of at most 50 rows, for rows of one or two kilobytes."""

    page_size = 50
