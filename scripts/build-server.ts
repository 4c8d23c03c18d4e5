import { readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { asciiOnly } from './ascii-only.ts'

// Puts the server's own files and the packages that it needs at its start together (decision 30): to find and load 1,500 files takes
// longer than to run them. Threads, scripts and tests run from the source.

const root = fileURLToPath(new URL('..', import.meta.url))
const outDir = fileURLToPath(new URL('../build/server/', import.meta.url))
/** A shop that runs while the next version is built may still load parts of its own. */
const KEPT_MS = 7 * 86_400_000

const isOurs = (file: string) => file.startsWith(root) && !file.includes('/node_modules/')

await build({
  ...{ root, configFile: false, publicDir: false, logLevel: 'warn' },
  plugins: [
    {
      // What is looked for beside a file is looked for beside its source.
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
    // Loaded when they are needed, or with files of their own beside them. React is the pages' too.
    external: [
      ...[
        '@fastify/swagger',
        '@fastify/swagger-ui',
        'harfbuzzjs',
        'nodemailer',
        'react',
        'react-dom',
        's3mini',
        'sharp',
      ],
      ...['stripe', 'vite'],
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
