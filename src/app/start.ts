import cluster from 'node:cluster'
import { CannotStart } from '#kernel/cannot-start.ts'
import { readConfig, WrongSetting } from '#kernel/config.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Deps } from '#kernel/deps.ts'
import { createLog, hideSecrets } from '#kernel/observe/log/log.ts'
import { standardOutput } from '#kernel/observe/log/log-output.ts'
import { prepareStart } from './prepare-start.ts'

/** Opens the shop, in one process or several. `given` takes the place of what features give, in tests. Throws CannotStart, WrongSetting, and what went wrong. */
export async function start(given: Partial<Deps> = {}) {
  // React and the page bundle ask for it too; what is not said to be development is production.
  process.env.NODE_ENV ??= 'production'
  const config = readConfig(process.env)
  // On a terminal the first lines are for reading; elsewhere the log is kept.
  const log = createLog(config.logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'), standardOutput())
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the shop has crashed')
    process.exit(1)
  })
  if (config.workers > 1 && cluster.isPrimary) {
    // The first process loads nothing of what the workers run.
    const { runWorkers } = await import('./workers.ts')
    return runWorkers(config, log, await prepareStart(config, log))
  }
  // The shop's code is loaded while the database is waited for.
  const [prepared, { openShop }] = await Promise.all([
    cluster.isWorker ? undefined : prepareStart(config, log),
    import('./open-shop.ts'),
  ])
  await openShop(config, log, prepared, given)
}

export function explain(error: unknown) {
  if (error instanceof CannotStart || error instanceof WrongSetting) return error.message
  if (error instanceof Error && databaseFailure(error)) return `The shop cannot start: ${error.message}`
  return hideSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error))
}
