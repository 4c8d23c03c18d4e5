import { whenNpmIsGone } from './npm-is-gone.ts'

let stop: () => unknown = () => process.exit()
let isTold = false

function tell() {
  if (isTold) return
  isTold = true
  stop()
}
process.on('SIGTERM', tell)
process.on('SIGINT', tell)
whenNpmIsGone(tell)

/** Sets what a signal does from now on; the process then ends with code 0. */
export function onStop(next: () => unknown) {
  stop = next
}

export const isStopping = () => isTold
