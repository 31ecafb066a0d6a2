# baton in a container: `docker build -t baton .`, then `docker run --network host -v baton:/var/lib/baton baton`.
# It listens on loopback until it is given certificates, so it shares the network of its host, or of the agents beside it.
FROM debian:bookworm AS build
WORKDIR /src
COPY . .
RUN ./dev package

FROM debian:bookworm-slim
COPY --from=build /src/build/package/baton.deb /tmp/baton.deb
RUN apt-get update \
    && apt-get install -y --no-install-recommends /tmp/baton.deb curl ca-certificates \
    && rm -rf /tmp/baton.deb /var/lib/apt/lists/*
USER baton
WORKDIR /var/lib/baton
VOLUME /var/lib/baton
EXPOSE 7777
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["curl", "-fsS", "http://127.0.0.1:7777/livez"]
ENTRYPOINT ["baton"]
CMD ["serve", "--config", "/etc/baton/baton.toml"]
