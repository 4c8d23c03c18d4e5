import { categoryInHindi } from '#features/catalog/categories.words.hi.ts'
import { formatDay, readDay } from '#shared/day.ts'
import type { SameWords } from '#shared/languages.ts'
import { formatRupees } from '#shared/money.ts'
import type { printEn } from './print-words.en.ts'

const listed = new Intl.ListFormat('hi-IN')

export const printHi: SameWords<typeof printEn> = {
  slips: 'पर्चियाँ',
  labels: 'लेबल',
  day: (date) => formatDay(date, 'hi'),

  order: (number, isDemo) => `${isDemo ? 'नमूने का ऑर्डर' : 'ऑर्डर'} #${number}`,
  from: (sender) => `${sender} की ओर से`,
  which: (number, count) => `${count} में से पार्सल ${number}`,
  whichOf: (number, count, names, more) =>
    names.length === 0
      ? `${count} में से पार्सल ${number}।`
      : `${count} में से पार्सल ${number}; बाक़ी यहाँ से: ${listed.format([...names, ...(more > 0 ? [`${more} और`] : [])])}।`,
  place: (town) => `${town}।`,
  forPerson: (name) => `${name} के लिए`,
  parcel: (code) => `पार्सल ${code}`,
  piece: 'सामान',
  count: 'कितने',
  category: categoryInHindi,
  by: (category, producer) => `${category}, ${producer}`,
  batches: (batches) =>
    batches
      .map(({ number, bestBefore, quantity }) => {
        const of = batches.length > 1 ? `बैच ${number} के ${quantity} पीस` : `बैच ${number}`
        return `${of}, ${formatDay(readDay(bestBefore), 'hi')} तक सबसे अच्छा`
      })
      .join('; '),
  notReturnable: 'वापस नहीं होगा, टूटा-फूटा पहुँचे तो होगा',
  payCourier: (sum) => `कूरियर को ${formatRupees(sum)} दीजिए।`,
  paid: 'पैसा आ चुका है: कूरियर कुछ नहीं लेगा।',
  damaged: (email) => `कुछ टूटा-फूटा पहुँचा? यहाँ लिखिए: ${email}।`,
  askForReturn: (days) => `पसंद नहीं आया? मिलने के ${days} दिन के अंदर “मेरे ऑर्डर” में वापसी माँगिए।`,

  to: 'इन्हें मिले',
  fromAndBack: 'यहाँ से भेजा, न मिले तो यहीं लौटाएँ',
  number: (order, isDemo) => `${isDemo ? 'नमूना ' : ''}#${order}`,
  collect: 'नक़द लेना है',
  paidAlready: 'पैसा आ चुका है',
  collectNothing: 'कुछ नहीं लेना',
}
