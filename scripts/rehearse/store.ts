import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { listens, runProgram, temporaryFolder, until } from '#testing/program.ts'
import { type Ground, newPort } from './ground.ts'

const LOOK_EVERY_MS = 100
/** An S3-compatible store, installed when used: nothing else in the project needs it or its packages. */
const STORE = '@20minutes/s3rver'
const VERSION = '5.0.0'
const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** Gives the settings of a shop that keeps its pictures in the bucket "pictures". */
export async function startStore(ground: Ground) {
  const installed = await temporaryFolder('store')
  execFileSync('npm', ['install', '--prefix', installed, ...QUIETLY, `${STORE}@${VERSION}`], { stdio: 'ignore' })
  const port = await newPort()
  // The package names a command that it does not contain.
  const command = `require(${JSON.stringify(join(installed, 'node_modules', STORE, 'lib/cli.js'))}).parseAsync()`
  const own = ['--directory', await ground.newFolder('store'), '--address', '127.0.0.1', '--port', String(port)]
  const args = ['s3rver', ...own, '--silent', '--configure-bucket', 'pictures']
  const store = runProgram([process.execPath, '-e', command, ...args], { env: process.env })
  await until(store, () => listens(port), LOOK_EVERY_MS)
  return {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'pictures',
    // The store has this account from the beginning.
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}
