import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, root, runProgram, temporaryFolder, until } from '#testing/program.ts'

const PROGRAM = '/usr/sbin/varnishd'
const MODULES = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'].map((folder) =>
  join(folder, 'varnish/vmods/libvmod_xkey.so'),
)

/** Varnish and its module for keys, where Debian puts them. */
export const hasVarnish = () => existsSync(PROGRAM) && MODULES.some((file) => existsSync(file))
export const NO_VARNISH = 'Varnish is missing (Debian: apt-get install varnish varnish-modules)'

/** The shop must know this address before it starts. */
export async function placeForVarnish() {
  const port = await freePort()
  return { port, origin: `http://127.0.0.1:${port}` }
}

/** Runs Varnish with deploy/varnish.vcl in front of a shop, until the end of the run. */
export async function startVarnish({ port }: { port: number }, shopPort: number) {
  const folder = await temporaryFolder('varnish')
  const vcl = join(folder, 'shop.vcl')
  const text = await readFile(join(root, 'deploy/varnish.vcl'), 'utf8')
  await writeFile(vcl, text.replace('.port = "3000"', `.port = "${shopPort}"`))
  const listening = ['-a', `127.0.0.1:${port}`, '-T', 'none', '-n', join(folder, 'work')]
  const program = runProgram([PROGRAM, '-F', '-j', 'none', ...listening, '-s', 'malloc,256m', '-f', vcl], {
    env: { PATH: process.env.PATH },
    keepsOutput: true,
  })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(program, answers, 50)
  return program
}
