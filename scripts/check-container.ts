import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { freePort, root, runProgram, temporaryFolder, until } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import { writeCounts } from './ci/write-counts.ts'
import { readDockerfile } from './dockerfile.ts'

// `npm run check:container`: builds, in a folder and without an engine, what the Dockerfile puts into the image; starts it by its CMD, asks
// its health check, and tells its size. Run after `npm run build`.

const MOST_PACKAGES = 198
const MOST_MB = 150
const { install, stages, env, healthCheck, command } = await readDockerfile(join(root, 'Dockerfile'))

const folder = await temporaryFolder('container')
const app = join(folder, 'app')
const packages = join(folder, 'packages')
const problems: string[] = []
const check = (holds: boolean, problem: string) => {
  if (!holds) problems.push(problem)
}

async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).blocks * 512))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** `COPY a b target/` takes from the clone, `COPY --from=packages` from what was installed here. */
async function copy(
  { from, sources, target }: { from: string | undefined; sources: string[]; target: string },
  into: string,
) {
  const origin = from === 'packages' ? packages : root
  for (const source of sources) {
    const path = join(origin, source.replace(/^\/app\//, ''))
    const isFolder = (await stat(path)).isDirectory()
    await cp(path, isFolder ? join(into, target) : join(into, target, basename(source)), { recursive: true })
  }
}

async function checkSizes() {
  const modules = join(packages, 'node_modules')
  const { packages: installed } = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'))
  const count = Object.keys(installed).length
  const all = await sizeOf(modules)
  const apart = await Promise.all(['node', '@img', 'sharp'].map((name) => sizeOf(join(modules, name))))
  const rest = Math.round((all - apart.reduce((sum, size) => sum + size, 0)) / 1e6)
  console.log(`${count} packages, ${rest} MB besides Node and the image library, ${Math.round(all / 1e6)} MB in all`)
  check(count <= MOST_PACKAGES, `more than ${MOST_PACKAGES} packages`)
  check(rest <= MOST_MB, `more than ${MOST_MB} MB besides Node and the image library`)
  for (const name of ['typescript', 'vite', 'vitest', '@biomejs', 'lighthouse'])
    check(!(await readdir(modules)).includes(name), `${name} is installed`)
}

const isHealthy = async (env: Record<string, string>) =>
  (await runProgram(healthCheck, { cwd: app, env }).ended).code === 0

async function checkStart() {
  const port = await freePort()
  const settings = {
    ...env,
    PATH: `${join(app, 'node_modules/.bin')}:${process.env.PATH}`,
    ...{ PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, DATA_DIR: join(folder, 'data') },
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  check(!(await isHealthy(settings)), 'the health check passes without a shop')
  const shop = runProgram(command, { cwd: app, env: settings })
  await until(shop, () => isHealthy(settings), 100)
  const page = await fetch(`http://127.0.0.1:${port}/`).then(
    async (answer) => ({ status: answer.status, html: await answer.text() }),
    () => undefined,
  )
  check(page?.status === 200, `the home page answers ${page?.status}`)
  const [, picture] = /src="(\/media\/[^"]+)"/.exec(page?.html ?? '') ?? []
  const answer = await fetch(`http://127.0.0.1:${port}${picture}`).catch(() => undefined)
  check(answer?.headers.get('content-type') === 'image/webp', `the first picture answers ${answer?.status}`)
  const entries = await fetch(`http://127.0.0.1:${port}/api/ledger/entries.csv`).then(
    (answer) => answer.text(),
    () => '',
  )
  check(entries.split('\n').length > 2, 'the demo begins without its month')
  shop.child.kill()
  check((await shop.ended).code === 0, 'the shop does not stop with code 0')
}

try {
  await mkdir(app)
  await mkdir(packages)
  for (const line of stages.packages ?? []) await copy(line, packages)
  const [npm = '', ...args] = install
  execFileSync(npm, args, { cwd: packages, stdio: 'inherit' })
  await checkSizes()
  for (const line of stages.shop ?? []) await copy(line, app)
  await checkStart()
} catch (error) {
  problems.push(String(error))
} finally {
  await undoAll()
}
for (const problem of problems) console.log(`FAILED: ${problem}`)
if (problems.length === 0) console.log('The container would open.')
await writeCounts({
  passed: problems.length === 0 ? 1 : 0,
  failed: problems.length,
  skipped: 0,
  failures: problems,
})
process.exitCode = problems.length === 0 ? 0 : 1
