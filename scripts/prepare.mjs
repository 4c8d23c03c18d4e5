// Gets a clone ready: `node scripts/prepare.mjs packages pictures bundle server` does each step whose inputs changed since it was
// last done, and nothing otherwise; `port` before them ends it while the shop's port is in use. Runs before anything is installed: no dependencies, Node 20 or newer.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const STILL_AT_IT_MS = 20_000

/** The Node that the shop runs on; it comes with the packages, whatever the machine's own is. */
const shopNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const isTest = (path) => /\.test\.tsx?$|\/testing\//.test(path)
const isBundled = (path) => !/^src\/(app|kernel|testing)\/|\/server\/|\/feature\.ts$|\.test\.tsx?$/.test(path)

/** Packages with native parts differ from machine to machine. */
const listsOfPackages = {
  inputs: () => ['package-lock.json', 'package.json', 'tools/package.json'],
  salt: `${process.platform} ${process.arch}`,
  makes: [shopNode],
}

/**
 * A first time by `npm ci`. Later only what is missing is added: `npm ci` would take the packages from under a shop that runs
 * here. NODE_ENV is production.
 */
const install = (...options) =>
  npm([
    ...(existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci']),
    ...['--include=dev', '--loglevel=error', '--no-progress', '--no-fund', '--no-audit', ...options],
  ])

const steps = {
  /** What the shop runs on and what its pages are built with. */
  packages: {
    stamp: 'node_modules/.haat-packages',
    ...listsOfPackages,
    doing: 'Installing packages (the first time this takes half a minute or more)',
    done: 'Packages installed',
    command: () => install('--no-workspaces'),
  },
  /** All that and what tests and checks it: the workspace `tools`. */
  tools: {
    stamp: 'node_modules/.haat-tools',
    ...listsOfPackages,
    doing: 'Installing packages, those for tests too (the first time this takes a minute or more)',
    done: 'Packages installed',
    command: () => install(),
  },
  pictures: {
    stamp: 'build/.pictures',
    inputs: () => [...filesIn('catalogue'), ...filesIn('src/features/pictures')],
    makes: [join(root, 'build', 'pictures')],
    doing: 'Making the demo pictures in all sizes (once, about half a minute)',
    done: 'Demo pictures made',
    command: () => [shopNode, ['src/features/pictures/server/build-pictures.ts']],
  },
  bundle: {
    stamp: 'build/.bundle',
    inputs: () => [
      ...filesIn('src').filter(isBundled),
      ...filesIn('public'),
      ...['vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'],
      ...['build-pages', 'ascii-only', 'flatten-layers', 'browser-contracts'].map((name) => `scripts/${name}.ts`),
    ],
    makes: [join(root, 'build', 'pages', 'client'), join(root, 'build', 'pages', 'server', 'index.js')],
    doing: 'Building the pages',
    done: 'Pages built',
    command: () => [shopNode, ['scripts/build-pages.ts']],
    quiet: true,
  },
  server: {
    stamp: 'build/.server',
    inputs: () => [
      ...[...filesIn('src'), ...filesIn('migrations')].filter((path) => !isTest(path)),
      ...['package.json', 'package-lock.json', 'scripts/build-server.ts', 'scripts/ascii-only.ts'],
    ],
    makes: [join(root, 'build', 'server', 'main.js')],
    doing: 'Building the server',
    done: 'Server built',
    command: () => [shopNode, ['scripts/build-server.ts']],
    quiet: true,
  },
}

function filesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

/** The npm that runs this script, or the one on PATH. */
function npm(args) {
  const running = process.env.npm_execpath
  if (running?.endsWith('npm-cli.js')) return [process.execPath, [running, ...args]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args]
}

function fingerprint({ inputs, salt = '' }) {
  const hash = createHash('sha256').update(salt)
  for (const path of inputs().sort()) hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function isDone(step) {
  const stamp = join(root, step.stamp)
  if (!existsSync(stamp) || !step.makes.every((path) => existsSync(path))) return false
  return readFileSync(stamp, 'utf8') === fingerprint(step)
}

/** Runs a command to its end. What a quiet one prints is shown only when it fails. */
function run([command, args], quiet) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      shell: command.endsWith('.cmd'),
    })
    const printed = []
    child.stdout?.on('data', (chunk) => printed.push(chunk))
    child.stderr?.on('data', (chunk) => printed.push(chunk))
    child.on('error', (error) => resolve({ code: 1, printed: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, printed: Buffer.concat(printed).toString() }))
  })
}

async function prepare(step) {
  if (isDone(step)) return
  const startedAt = performance.now()
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`
  console.log(`${step.doing} …`)
  rmSync(join(root, step.stamp), { force: true })
  const reminder = setInterval(() => console.log(`  still at it (${seconds()})`), STILL_AT_IT_MS)
  const { code, printed } = await run(step.command(), step.quiet)
  clearInterval(reminder)
  if (code !== 0 || !step.makes.every((path) => existsSync(path))) {
    if (printed) console.error(printed)
    const missing = code === 0 ? `: ${step.makes.find((path) => !existsSync(path))} is missing` : ''
    console.error(`${step.doing} failed${missing}.`)
    process.exit(1)
  }
  const stamp = join(root, step.stamp)
  mkdirSync(dirname(stamp), { recursive: true })
  // Taken again: the step may have renewed a file that it also reads, such as the list of pictures.
  writeFileSync(stamp, fingerprint(step))
  console.log(`${step.done} (${seconds()})`)
}

/** A port in use is said before a minute goes into packages and pages. Wrong settings are left to the shop, which names them. */
async function checkPort() {
  const { PORT = '', HOST = '' } = process.env
  const port = Number(PORT || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return
  const probe = createServer()
  try {
    probe.listen(port, HOST || '127.0.0.1')
    await once(probe, 'listening')
  } catch (error) {
    if (error.code !== 'EADDRINUSE') return
    console.error(`PORT: port ${port} is in use`)
    process.exit(1)
  }
  probe.close()
  await once(probe, 'close')
}

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Haat needs Node 20 or newer to install itself; this is ${process.version}.`)
  process.exit(1)
}
for (const name of process.argv.slice(2)) {
  if (name === 'port') {
    await checkPort()
    continue
  }
  if (!steps[name]) throw new Error(`There is no step "${name}": ${Object.keys(steps).join(', ')}`)
  // Once the tools are here, they are kept.
  const hasTools = existsSync(join(root, steps.tools.stamp))
  await prepare(name === 'packages' && hasTools ? steps.tools : steps[name])
}
