import type { EntryKind } from '#features/ledger/ledger.kinds.ts'
import { formatDay, formatShortDay } from '#shared/day.ts'
import type { SameWords } from '#shared/languages.ts'
import { isBack, shortHash } from '../../statement.words.ts'
import type { Statement, StatementLine } from '../../statements.contract.ts'
import type { statementEn } from './statement-words.en.ts'

/** "10 से 14 नवंबर", with the year unless that of `beside`. */
function days({ from, to }: NonNullable<Statement['delivered']>, beside: Date) {
  const year = (date: Date) => formatDay(date, 'hi').slice(-4)
  const short = (date: Date) => {
    const day = formatDay(date, 'hi')
    return year(date) === year(beside) ? day.slice(0, -5) : day
  }
  const [first, last] = [short(from), short(to)]
  if (first === last) return `${last} को`
  const [day = '', month] = first.split(' ')
  return `${month === last.split(' ')[1] && year(from) === year(to) ? day : first} से ${last} के बीच`
}

function before(line: StatementLine) {
  if (line.kind === 'return') return isBack(line) ? 'वापस आया: ' : 'वापसी रद्द: '
  if (line.kind === 'loss') return isBack(line) ? 'फिर मिल गया: ' : 'खोया या टूटा: '
  return line.kind === 'correction' ? 'सुधार: ' : ''
}

function inWords(line: StatementLine) {
  const payout = line.ofRun === undefined ? 'पहले का पेमेंट' : `पेमेंट ${line.ofRun}`
  if (line.kind === 'payout failed') return `${payout}, जो नहीं पहुँचा`
  if (line.kind === 'payout') return `${payout} में मिल चुका`
  return line.piece === undefined ? 'सुधार' : `${before(line)}${line.piece}`
}

const kinds: Partial<Record<EntryKind, string>> = {
  sale: 'बिक्री',
  return: 'वापसी',
  loss: 'नुक़सान',
  payout: 'पेमेंट',
  'payout failed': 'पेमेंट नहीं पहुँचा',
  correction: 'सुधार',
}

const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`])

export const statementHi: SameWords<typeof statementEn> = {
  title: ({ producer }) => `हिसाब, ${producer.name}`,
  statement: 'हिसाब',
  run({ run, delivered }) {
    const arrived = delivered ? ` बिका सामान ${days(delivered, run.madeAt)} पहुँचा।` : ''
    return `पेमेंट ${run.number}, ${formatDay(run.madeAt, 'hi')}।${arrived}`
  },
  foot: (run, name) => `पेमेंट ${run}, ${name}`,
  paidTo: 'किनको',
  amount: { open: 'मिलने हैं', sent: 'भेज दिए', failed: 'नहीं पहुँचे' },
  state: { open: 'बैंक के रास्ते में', sent: 'भेज दिया गया', failed: 'बैंक से लौट आया' },
  day: (date) => formatDay(date, 'hi'),
  shortDay: (date) => formatShortDay(date, 'hi'),
  endsIn: 'आख़िर में',

  demo: 'नमूना',
  demoWords: 'असली नहीं, दिखाने के लिए',
  account: 'खाता',
  reference: 'बैंक का नंबर',
  stateOf: 'पेमेंट',
  reason: 'वजह',

  delivered: 'पहुँचा',
  piece: 'सामान',
  maker: 'आपका दाम',
  profit: 'मुनाफ़े में हिस्सा',
  together: 'कुल',
  line: inWords,
  where: ({ order, entry }) =>
    [
      ...(order ? [`#${order.number}`] : []),
      `बही में ${entry}`,
      ...(order ? [`ऑर्डर ${shortHash(order.hash)}`] : []),
    ].join(', '),
  counts: ({ counts }) =>
    [
      ...counted(counts.sales, 'बिक्री'),
      ...counted(counts.returns, 'वापसी'),
      ...counted(counts.losses, 'नुक़सान'),
      ...counted(counts.corrections, 'सुधार'),
      ...counted(counts.payouts, 'पहले के पेमेंट'),
    ].join(', '),

  check: (ledger, lastEntry) => [
    `हर लाइन खुली बही में है, जिसे कोई भी यहाँ पढ़ सकता है: ${ledger}। वहाँ उसका नंबर वही है जो यहाँ लिखा है; “ऑर्डर” के आगे ऑर्डर के हैश का शुरू का हिस्सा है।`,
    `यह पेमेंट बनते समय बही ${lastEntry} नंबर पर ख़त्म हुई थी। उसका हैश:`,
  ],
  hash: 'यह हैश पहले की सारी लाइनों से बनता है। कोई लाइन कभी बदली गई, तो बही में इस नंबर का हैश दूसरा होगा: यह काग़ज़ रखिए, तो पता चल जाएगा।',

  columns: [
    ...['बही में नंबर', 'कब लिखा', 'क्या हुआ', 'कब पहुँचा', 'ऑर्डर', 'ऑर्डर का हैश', 'लाइन', 'सामान', 'कितने'],
    ...['आपका दाम', 'मुनाफ़े में हिस्सा', 'कुल', 'वजह', 'बही के छिपे हिस्से का मूल'],
  ],
  kind: (kind) => kinds[kind] ?? kind,
}
