# The shop in a container. How to run it: docs/operations.md. `npm run check:container` does the same without an engine.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/package.json tools/
RUN npm ci --omit=dev --no-workspaces --loglevel=error

FROM packages AS build
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS shop
WORKDIR /app
# Root owns the code, the shop only its data.
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
COPY catalogue/catalogue.json catalogue/
COPY catalogue/returns catalogue/returns
COPY migrations migrations
COPY scripts scripts
COPY src src
RUN install -d -o node -g node -m 700 /data
# The Node that came with the packages is the one the shop is tested on.
ENV PATH=/app/node_modules/.bin:$PATH \
    NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/compiled \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data

# A first start compiles everything, which the others find done. It is kept for the user who compiled it.
FROM shop AS compiled
RUN install -d -o node -g node /app/compiled
USER node
RUN ["node", "scripts/warm-compile-cache.ts"]

FROM shop
COPY --from=compiled /app/compiled compiled
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["node", "scripts/health-check.ts"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "build/server/main.js"]
