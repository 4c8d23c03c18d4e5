import { spawnSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()

/** The machine and the version that the figures are of. */
export function describeMachine() {
  const [cpu] = cpus()
  const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
  return {
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`,
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, ${type()} ${release()}`,
    node: process.version,
  }
}
