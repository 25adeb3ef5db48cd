# docker build -t standin .
# docker run --rm -p 4010:4010 standin
#
# Serves the Animal Store. To serve your own, mount it; each mount may be read-only, and each is optional:
#
#   -v ./spec:/spec:ro              OpenAPI documents, served instead of those that ship
#   -v ./fixtures:/fixtures:ro      fixture sets, /fixtures/default first
#   -v ./scenarios:/scenarios:ro    scenarios of your own, beside those that ship
#
# Options go after the image's name (standin --any-key) or into STANDIN_* variables. Change the port by STANDIN_PORT,
# not by --port: the health check reads the variable.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY src src
# Builds dist as well: npm runs "prepare".
RUN npm ci
RUN npm prune --omit=dev

FROM node:24-slim
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/dist /app/dist
COPY package.json LICENSE /app/
COPY src/control/openapi.yaml /app/src/control/openapi.yaml
COPY spec /app/spec
COPY fixtures /app/fixtures
COPY scenarios /app/scenarios
# Standin looks for ./spec, ./fixtures and ./scenarios where it is started: here these are the mounts.
WORKDIR /
USER node
# The loopback address of a container is reached from inside it only.
ENV STANDIN_HOST=0.0.0.0
EXPOSE 4010
# The image has no curl. Not fetch either: it refuses ports that browsers block, 6000 for instance.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "require('node:http').get({ host: '127.0.0.1', port: Number(process.env.STANDIN_PORT) || 4010, path: '/_sandbox/health' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# No shell and no npm in between: signals reach Standin itself, which ends well on SIGTERM and SIGINT and starts no
# process that an init would have to look after.
ENTRYPOINT ["node", "/app/dist/bin.js"]
