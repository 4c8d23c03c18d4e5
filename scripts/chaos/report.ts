const BUSY_LOOP_MS = 300
/** Of one core, for a program that does nothing but count. */
const LEAST_SHARE = 0.9

/** Reports one part of the run, and what went wrong in it. */
export interface Part {
  say: (text: string) => void
  /** A promise that was not kept. */
  fail: (problem: string) => void
  /** Fails unless it holds. */
  check: (holds: boolean, problem: string) => void
  /** A promise of seconds: told where times are not judged. */
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
  /** Each part is one, and so is each thing that this machine does not allow. */
  const counts = () => ({
    passed: parts.size - broken.size,
    failed: broken.size,
    skipped: skipped.length,
    failures: problems,
  })
  return { part, problems, skipped, counts }
}
export type Report = ReturnType<typeof createReport>

/** Is the machine busy with something else? Then times are reported and not judged. */
export function isMachineBusy() {
  const from = performance.now()
  const before = process.cpuUsage()
  while (performance.now() - from < BUSY_LOOP_MS);
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 < BUSY_LOOP_MS * LEAST_SHARE
}
