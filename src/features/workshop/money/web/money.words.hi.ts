import { formatMonth } from '#shared/day.ts'
import type { SameWords } from '#shared/languages.ts'
import type { moneyEn } from './money.words.en.ts'

export const moneyHi: SameWords<typeof moneyEn> = {
  title: 'आपका पैसा',

  howFar: 'पैसा कहाँ तक आया',
  together: (sum) => `आपके कुल ${sum}`,
  onTheWay: 'पार्सल रास्ते में',
  parcels: (count) => `${count.toLocaleString('en-IN')} पार्सल`,
  withCustomer: 'ग्राहक को मिल गया',
  daysToReturn: (day) => `वापसी के दिन बाक़ी हैं। पहली रक़म ${day} से मिलना तय।`,
  waitsForPayout: 'पेमेंट होना बाक़ी',
  takenLater: 'आगे की बिक्री से कटेगा',

  earned: 'अब तक की कमाई',
  earnedIn: (month, orders) => `${formatMonth(month, 'hi')} से, ${orders.toLocaleString('en-IN')} ऑर्डर में`,

  noSales: 'अभी कोई बिक्री नहीं',
  noSalesText: 'सामान पहुँचने और उसका पैसा आने पर बिक्री यहाँ दिखेगी।',
  later: 'बाद में',
  inPayout: 'पेमेंट में जुड़ा',
  dueFrom: (day) => `${day} से मिलना तय`,
  entryKind: {
    sale: 'बिक्री',
    return: 'वापस आया',
    loss: 'रास्ते में खोया, पैसा फिर भी मिलेगा',
    payout: 'पेमेंट',
    'payout failed': 'पेमेंट जो नहीं हुआ',
    correction: 'सुधार',
    restored: 'बही आगे चली',
  },
  yoursOf: (own, price) => `ग्राहक के ${price} में से ${own} आपके`,
  share: {
    maker: 'आपका दाम',
    producer: 'मुनाफ़े में आपका हिस्सा',
    costs: 'पैकिंग और कूरियर',
    community: 'समाज के लिए',
  },
  shop: (storeName) => (storeName === 'Haat' ? 'हाट' : storeName),
  customersPrice: 'ग्राहक का दाम',

  statements: 'हिसाब की पर्चियाँ',
  eachPayout: 'हर पेमेंट की एक पर्ची',
  payoutState: { open: 'बैंक के रास्ते में', sent: 'भेज दिया गया', failed: 'बैंक से लौट आया' },
  statement: 'हिसाब (PDF)',
  statementCsv: 'स्प्रेडशीट के लिए (CSV)',
}
