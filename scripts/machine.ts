import { spawnSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import { root } from '#testing/program.ts'
import { isMachineBusy } from './chaos/report.ts'

/** The commit of a working copy, and whether files were changed since. */
export function commitOf(folder: string) {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout.trim()
  const changed = git('status', '--porcelain', '--untracked-files=no') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`
}

/** The machine and version of the figures. */
export function describeMachine() {
  const [cpu] = cpus()
  return {
    commit: commitOf(root),
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, ${type()} ${release()}`,
    node: process.version,
    isBusy: isMachineBusy(),
  }
}
