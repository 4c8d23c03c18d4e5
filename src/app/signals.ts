/** What SIGTERM and SIGINT do at the moment; at first they just end the process. */
let stop: () => unknown = () => process.exit()
let isTold = false

function tell() {
  // A second signal changes nothing.
  if (isTold) return
  isTold = true
  stop()
}
process.on('SIGTERM', tell)
process.on('SIGINT', tell)

/** From now on a signal does this. It ends the process with code 0. */
export function onStop(next: () => unknown) {
  stop = next
}

/** Was the process told to stop? */
export const isStopping = () => isTold
