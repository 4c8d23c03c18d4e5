import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { asciiOnly } from './ascii-only.ts'

// Bundles the server's files with the packages of its start (decision 30): finding and loading 1,500 files takes longer than running them.
// Threads, scripts and tests run from the source.

const root = fileURLToPath(new URL('..', import.meta.url))
const outDir = fileURLToPath(new URL('../build/server/', import.meta.url))
/** A shop that runs while the next version is built may still load its own parts. */
const KEPT_MS = 7 * 86_400_000

const isOurs = (file: string) => file.startsWith(root) && !file.includes('/node_modules/')

await build({
  ...{ root, configFile: false, publicDir: false, logLevel: 'warn' },
  plugins: [
    {
      // Files beside a module are found beside its source.
      name: 'source-url',
      enforce: 'pre',
      transform(code, file) {
        if (!isOurs(file) || !code.includes('import.meta.url')) return
        const source = JSON.stringify(relative(outDir, file).replaceAll('\\', '/'))
        return { code: code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`), map: null }
      },
    },
    asciiOnly(),
  ],
  ssr: {
    noExternal: true,
    // Loaded when needed, or with files beside them; React is shared with the pages.
    external: [
      ...[
        '@fastify/swagger',
        '@fastify/swagger-ui',
        'dictionary-en',
        'harfbuzzjs',
        'nodemailer',
        'react',
        'react-dom',
        's3mini',
        'sharp',
      ],
      ...['stripe', 'vite', 'web-push'],
    ],
  },
  build: {
    ...{ ssr: true, outDir, emptyOutDir: false, target: 'node24', minify: false },
    rolldownOptions: {
      input: 'src/app/main.ts',
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})

for (const file of await readdir(outDir)) {
  const { mtimeMs } = await stat(join(outDir, file))
  if (Date.now() - mtimeMs > KEPT_MS) await rm(join(outDir, file))
}
