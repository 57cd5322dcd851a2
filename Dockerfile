# Galley in production: web and worker from one image, chosen by ROLES (docs/guides/install.md "In containers").

# For building: Node with npm. For running: plain Debian; Node comes with Galley's packages.
ARG BUILD_BASE=node:26-trixie-slim
ARG BASE=debian:trixie-slim

FROM ${BUILD_BASE} AS build
WORKDIR /galley
COPY package.json package-lock.json .npmrc ./
COPY tools/tabler-icons tools/tabler-icons
# The only package with a script that matters is the embedded database, which the image goes without.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node tools/build-web.mjs \
    && node_modules/.bin/node deploy/keep-server-packages.ts \
    && cp node_modules/node-linux-*/bin/node /usr/local/bin/galley-node \
    && rm -rf node_modules/node-linux-* node_modules/.bin \
    && find node_modules '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' ')' -delete
# What Node compiles at this start, which ends at once for want of a configuration, no later start has to compile again.
ENV NODE_COMPILE_CACHE=/galley/.compiled
RUN NODE_ENV=production galley-node --max-semi-space-size=4 --heap-growing-percent=20 server/src/main.ts \
    || test -d .compiled

FROM ${BASE}
# Debian packages to add: ffmpeg makes the pictures of videos.
ARG PACKAGES=
# Node needs libatomic1.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 $PACKAGES \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
    && useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin galley \
    && install --directory --owner=galley --group=galley --mode=0750 /data
WORKDIR /galley
COPY --from=build /usr/local/bin/galley-node /usr/local/bin/node
COPY --from=build /galley/package.json ./
COPY --from=build /galley/node_modules node_modules
COPY --from=build /galley/.compiled .compiled
COPY --from=build /galley/deploy/healthcheck.mjs deploy/
COPY --from=build /galley/web/dist web/dist
COPY --from=build /galley/domain/src domain/src
COPY --from=build /galley/server server
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4500 METRICS_PORT=9464 DATA_DIR=/data NODE_COMPILE_CACHE=/galley/.compiled
# As `npm start` does it (docs/guides/operate.md "Memory").
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_TOP_PAD_=65536
USER 10001:10001
VOLUME /data
EXPOSE 4500 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "deploy/healthcheck.mjs"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "--heap-growing-percent=20"]
CMD ["server/src/main.ts"]
