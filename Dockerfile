# docker build -t standin .
# docker run --rm -p 4010:4010 standin
#
# Serves the Animal Store. Mount your own files instead. Every mount is optional, and all but /data may be read-only:
#
#   -v ./spec:/spec:ro              OpenAPI documents; they replace the shipped ones
#   -v ./fixtures:/fixtures:ro      fixture sets; /fixtures/default is loaded
#   -v ./scenarios:/scenarios:ro    your scenarios; they add to the shipped ones
#   -v data:/data                   with -e STANDIN_DATA=/data: sandboxes that survive a restart
#
# Pass options after the image name (standin --any-key) or as STANDIN_* variables. It runs as any user (--user) and with a
# read-only root file system (--read-only). docs/docker.md describes more.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY LICENSE tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY console console
COPY src src
COPY spec spec
COPY fixtures fixtures
COPY scenarios scenarios
RUN npm run build -- --without-types
RUN node scripts/image.js /image

FROM node:24-slim
# Two layers, the one that changes less often first.
COPY --from=build /image/packages /
COPY --from=build /image/standin /
# Standin reads ./spec, ./fixtures and ./scenarios from its working directory: here these are the mounts.
WORKDIR /
# Stores the compiled code of the command, for every user: each start needs a third less CPU time. The second cache is Node's own,
# in a temporary folder that would belong to root.
RUN NODE_DISABLE_COMPILE_CACHE=1 node /app/dist/bin.js exec -- sleep 3 && chmod 0644 /app/dist/*.cache
# A number, because Kubernetes cannot tell whether a name is root.
USER 1000:1000
# The loopback address of a container can be reached only from inside it.
ENV STANDIN_HOST=0.0.0.0
EXPOSE 4010
# It finds the port of the server, also with --port 0.
HEALTHCHECK --interval=10s --timeout=5s --start-period=15s --retries=3 CMD ["node", "/app/dist/bin.js", "health"]
# No shell or npm in between, so signals reach Standin, which shuts down cleanly on SIGTERM and SIGINT. It starts no child
# processes, so it needs no init.
ENTRYPOINT ["node", "/app/dist/bin.js"]
