# Tapete in a container, for Windows, Mac and deploy/compose.yml. ./dev installs the packages.
FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends python3 ca-certificates postgresql-client
RUN useradd --system --user-group --create-home --home-dir /var/lib/tapete tapete
WORKDIR /opt/tapete
COPY --chown=tapete:tapete . .
RUN chown tapete: .
RUN ./dev system run
USER tapete
RUN ./dev setup
ENV TAPETE_VAR=/var/lib/tapete
# The address in links. Only this computer opens it, so actas have no QR codes. For the phones of a hall:
# docker run -e TAPETE_PUBLIC_URL=http://ADDRESS-OF-THIS-COMPUTER:8000/ …
ENV TAPETE_PUBLIC_URL=http://localhost:8000/
VOLUME /var/lib/tapete
EXPOSE 8000
CMD ["./dev", "run", "--hall"]
