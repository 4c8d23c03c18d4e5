const BUSY_LOOP_MS = 300
/** Of one core, for a program that only counts. */
const LEAST_SHARE = 0.9

export interface Part {
  say: (text: string) => void
  fail: (problem: string) => void
  check: (holds: boolean, problem: string) => void
  /** A promise of seconds: reported where times are not judged. */
  checkTime: (holds: boolean, problem: string) => void
  /** A part that this machine does not allow. */
  skip: (reason: string) => void
}

/** The short form runs on any machine, however slow or busy: it does not judge times. */
export function createReport({ judgesTimes }: { judgesTimes: boolean }) {
  const problems: string[] = []
  const skipped: string[] = []
  const parts = new Set<string>()
  const broken = new Set<string>()
  const part = (name: string): Part => {
    parts.add(name)
    const say = (text: string) => console.log(`${name.padEnd(14)} ${text}`)
    const fail = (problem: string) => {
      problems.push(`${name}: ${problem}`)
      broken.add(name)
      say(`FAILED: ${problem}`)
    }
    return {
      say,
      fail,
      check: (holds, problem) => {
        if (!holds) fail(problem)
      },
      checkTime: (holds, problem) => {
        if (holds) return
        if (judgesTimes) fail(problem)
        else say(`${problem} (times are not judged here)`)
      },
      skip: (reason) => {
        skipped.push(`${name}: ${reason}`)
        say(`not done on this machine: ${reason}`)
      },
    }
  }
  /** A part counts as one, and so does each thing that this machine does not allow. */
  const counts = () => ({
    passed: parts.size - broken.size,
    failed: broken.size,
    skipped: skipped.length,
    failures: problems,
  })
  return { part, problems, skipped, counts }
}
export type Report = ReturnType<typeof createReport>

/** When the machine is busy with something else, times are reported and not judged. */
export function isMachineBusy() {
  const from = performance.now()
  const before = process.cpuUsage()
  while (performance.now() - from < BUSY_LOOP_MS);
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 < BUSY_LOOP_MS * LEAST_SHARE
}
