# docker build -t standin .
# docker run --rm -p 4010:4010 standin
#
# Serves the Animal Store. Mount your own files instead; every mount is optional and may be read-only:
#
#   -v ./spec:/spec:ro              OpenAPI documents; they replace the shipped ones
#   -v ./fixtures:/fixtures:ro      fixture sets; /fixtures/default is loaded
#   -v ./scenarios:/scenarios:ro    your scenarios; they add to the shipped ones
#
# Pass options after the image name (standin --any-key) or as STANDIN_* variables. To change the port, set STANDIN_PORT
# and not --port: the health check reads the variable.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY console console
COPY src src
RUN npm ci
RUN npm run build
RUN npm prune --omit=dev

FROM node:24-slim
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/dist /app/dist
COPY package.json LICENSE /app/
COPY src/control/openapi.yaml /app/src/control/openapi.yaml
COPY spec /app/spec
COPY fixtures /app/fixtures
COPY scenarios /app/scenarios
# Standin reads ./spec, ./fixtures and ./scenarios from its working directory: here these are the mounts.
WORKDIR /
USER node
# The loopback address of a container can be reached only from inside it.
ENV STANDIN_HOST=0.0.0.0
EXPOSE 4010
# The image has no curl, and fetch rejects ports that browsers block, 6000 for instance.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "require('node:http').get({ host: '127.0.0.1', port: Number(process.env.STANDIN_PORT) || 4010, path: '/_sandbox/health' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# No shell or npm in between, so signals reach Standin, which shuts down cleanly on SIGTERM and SIGINT. It starts no child
# processes, so it needs no init.
ENTRYPOINT ["node", "/app/dist/bin.js"]
