# The shop in a container. How to run it: docs/operations.md.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --no-save --omit=dev --loglevel=error

FROM packages AS build
COPY scripts/prepare.mjs scripts/
RUN node scripts/prepare.mjs packages
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
# Root owns the code, the shop only its data.
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
COPY catalogue/catalogue.json catalogue/
COPY migrations migrations
COPY scripts scripts
COPY src src
RUN install -d -o node -g node -m 700 /data
USER node
# The Node that came with the packages is the one the shop is tested on.
ENV PATH=/app/node_modules/.bin:$PATH \
    NODE_ENV=production \
    # Compiled code is kept with the data: a restart takes half the time.
    NODE_COMPILE_CACHE=/data/.compiled \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=65536 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "src/server/main.ts"]
