import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client'
import { SECOND_MS } from '#shared/time.ts'

const TIMEOUT_MS = SECOND_MS

type Numbers = MetricObjectWithValues<MetricValue<string>>[]
type Message =
  | { haat: 'all numbers, please'; question: number }
  | { haat: 'your numbers, please'; question: string }
  | { haat: 'my numbers'; question: string; numbers: Numbers }
  | { haat: 'all numbers'; question: number; numbers: Numbers[] }

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'haat' in message

/** Runs in the process that started the workers: asks all of them for one. */
export function gatherMetrics() {
  const waiting = new Map<string, (numbers: Numbers) => void>()

  function ask(worker: Worker, question: string) {
    const message: Message = { haat: 'your numbers, please', question }
    return new Promise<Numbers[]>((resolve) => {
      waiting.set(question, (numbers) => resolve([numbers]))
      setTimeout(resolve, TIMEOUT_MS, []).unref()
      worker.send(message)
    }).finally(() => waiting.delete(question))
  }

  cluster.on('message', async (asker, message: unknown) => {
    if (!isOurs(message)) return
    if (message.haat === 'my numbers') waiting.get(message.question)?.(message.numbers)
    if (message.haat !== 'all numbers, please') return
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const asked = workers.filter((worker) => worker.isConnected())
    const numbers = await Promise.all(asked.map((one) => ask(one, `${asker.id} ${message.question} ${one.id}`)))
    const answer: Message = { haat: 'all numbers', question: message.question, numbers: numbers.flat() }
    if (asker.isConnected()) asker.send(answer)
  })
}

/** Runs in a worker: gives its own numbers, and returns a function that reads all workers' for Prometheus. */
export function shareMetrics(registry: Registry) {
  let questions = 0
  const waiting = new Map<number, (numbers: Numbers[]) => void>()
  const say = (message: Message) => process.send?.(message)

  process.on('message', async (message: unknown) => {
    if (!isOurs(message)) return
    if (message.haat === 'your numbers, please')
      say({ haat: 'my numbers', question: message.question, numbers: await registry.getMetricsAsJSON() })
    if (message.haat === 'all numbers') {
      waiting.get(message.question)?.(message.numbers)
      waiting.delete(message.question)
    }
  })

  return async () => {
    questions += 1
    const question = questions
    const numbers = await new Promise<Numbers[]>((resolve) => {
      waiting.set(question, resolve)
      say({ haat: 'all numbers, please', question })
    })
    return AggregatorRegistry.aggregate(numbers.map((one) => one.map(asItIs))).metrics()
  }
}

/** Every number has its worker's label, so the texts can simply be joined. */
const asItIs = (metric: Numbers[number]): Numbers[number] => ({ ...metric, aggregator: 'first' })
