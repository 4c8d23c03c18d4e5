import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { shorterManifest } from './shorter-manifest.ts'

// Bundles the pages and compresses the assets as far as possible, once, so that no request must.

const root = fileURLToPath(new URL('..', import.meta.url))
const COMPRESSIBLE = /\.(js|css|svg|json)$/

const { status } = spawnSync(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)

const assets = join(root, 'build', 'pages', 'client', 'assets')
const files = (await readdir(assets)).filter((file) => COMPRESSIBLE.test(file))
await Promise.all(
  files.map(async (file) => {
    const written = await readFile(join(assets, file))
    const isManifest = /^manifest-[\w-]+\.js$/.test(file)
    const content = isManifest ? Buffer.from(shorterManifest(String(written))) : written
    if (isManifest) await writeFile(join(assets, file), content)
    const brotli = promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    })
    await writeFile(join(assets, `${file}.br`), await brotli)
    await writeFile(join(assets, `${file}.gz`), await promisify(gzip)(content, { level: 9 }))
  }),
)
