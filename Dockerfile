# Coterie in one image: the server with the browser's files inside it, and nothing else of ours.
#
#   docker build --tag coterie .
#   docker run --read-only --cap-drop ALL --security-opt no-new-privileges \
#       --publish 3000:3000 --volume coterie:/data coterie
#
# Nothing is written but to /data, and nobody in it is root: both are asked for above, and hold without.

FROM node:20-bookworm-slim AS node

FROM rust:1.95-bookworm AS build
# Node only runs the optimiser of the browser's part; it does not come along.
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /coterie
COPY . .
# The mounts keep what was fetched and compiled for the next build of the image.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/compiled \
    COTERIE_TARGET_DIR=/compiled cargo xtask build --release

FROM debian:bookworm-slim
# Certificates are for a database or a message bus elsewhere; the server itself fetches nothing.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --system --gid 10001 coterie \
    && useradd --system --uid 10001 --gid 10001 --home-dir /data --shell /usr/sbin/nologin coterie \
    && install --directory --owner=coterie --group=coterie --mode=0700 /data
COPY --from=build /coterie/target/bin/release/coterie /usr/local/bin/coterie
# By number, so that those who start it can see that it is not root.
USER 10001:10001
# Inside the container every address is ours; what is reachable is decided when it is started.
# What the database sorts on disk it sorts there, too: the rest of the file system may be read-only.
ENV COTERIE_LISTEN=0.0.0.0:3000 COTERIE_DATA=/data SQLITE_TMPDIR=/data
WORKDIR /data
VOLUME /data
EXPOSE 3000
ENTRYPOINT ["coterie"]
