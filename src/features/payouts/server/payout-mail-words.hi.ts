import { greetingHi, withoutLinks } from '#kernel/mail/mail-names.ts'
import { formatDay, formatMoment } from '#shared/day.ts'
import type { SameWords } from '#shared/languages.ts'
import { formatRupees } from '#shared/money.ts'
import type { payoutMailsEn } from './payout-mail-words.en.ts'

const why = ({ storeName }: { storeName: string }) => `यह मेल इसलिए आया है क्योंकि आपका बनाया सामान ${storeName} में बिकता है।`
const noNumbers = 'मेल में खाता नंबर मत लिखिए। हम पासवर्ड या पिन कभी नहीं पूछते।'

export const payoutMailsHi: SameWords<typeof payoutMailsEn> = {
  sent: (shop, { name, run, madeAt, amountPaise, account, reference }) => {
    const amount = formatRupees(amountPaise)
    return {
      subject: `${shop.storeName}: ${amount} आपके खाते में भेज दिए गए`,
      heading: greetingHi(name),
      text: `${amount} आपके खाते में भेज दिए गए। साथ के हिसाब में एक-एक पीस लिखा है: आपका दाम, और मुनाफ़े में आपका हिस्सा।`,
      blocks: [
        {
          sums: [
            ['पेमेंट', `${run}, ${formatDay(madeAt, 'hi')}`],
            ...(account === null ? [] : [['खाता', account] as const]),
            ['बैंक का नंबर', reference],
            ['भेजे गए', amount],
          ],
        },
        {
          small:
            'हिसाब दो तरह से साथ है: छापकर रखने के लिए PDF, और स्प्रेडशीट के लिए CSV। इसकी हर लाइन खुली बही में है, जिसे कोई भी पढ़ सकता है।',
        },
      ],
      why: why(shop),
    }
  },
  endsIn: 'आख़िर में',
  seeLedger: 'खुली बही देखें',
  failed: (shop, { run, amountPaise, account, reason }) => ({
    subject: `${shop.storeName}: ${formatRupees(amountPaise)} का पेमेंट नहीं पहुँचा`,
    heading: 'आपका पेमेंट नहीं पहुँचा।',
    text: `पेमेंट ${run} में ${formatRupees(amountPaise)} ${account === null ? '' : `आपके खाते में (${account}) `}भेजे गए थे, पर बैंक नहीं पहुँचा सका। वजह यह है:`,
    blocks: [
      { note: withoutLinks(reason) },
      {
        text: 'पैसा आपका ही है: यह फिर से मिलना तय है और अगले पेमेंट में जाएगा। खाता बंद हो गया हो या कुछ बदल गया हो तो उससे पहले इस मेल का जवाब दीजिए, नया खाता पूछ लिया जाएगा।',
      },
      { small: noNumbers },
    ],
    why: why(shop),
  }),
  accountMissing: (shop, { name, amountPaise }) => ({
    subject: `${shop.storeName}: आपके ${formatRupees(amountPaise)} कहाँ भेजें?`,
    heading: greetingHi(name),
    text: `आपके सामान की बिक्री के ${formatRupees(amountPaise)} हमारे पास हैं। अभी भेजे नहीं जा सकते, क्योंकि आपका बैंक खाता या UPI पता हमारे पास नहीं है।`,
    blocks: [
      {
        note: 'इस मेल का जवाब देकर बताइए कि आपसे कब और कैसे बात हो। तब खाते का नाम, खाता नंबर और IFSC, या आपका UPI पता पूछा जाएगा।',
      },
      { small: `${noNumbers} पैसा आपका ही रहेगा, और खाता पता चलने के बाद पहले पेमेंट में जाएगा।` },
    ],
    why: why(shop),
  }),
  accountChanged: (shop, at) => {
    const { day, time } = formatMoment(at, 'hi')
    return {
      subject: `${shop.storeName}: पेमेंट का खाता बदल गया`,
      heading: 'आपके पेमेंट का खाता बदल गया।',
      text: `${day} को ${time} बजे वह खाता बदला गया जिसमें आपका पेमेंट जाता है। पुराने की जगह आए नए खाते में पेमेंट एक दिन बाद जाता है।`,
      blocks: [
        { note: `यह आपने नहीं कहा था? तो तुरंत ${shop.supportEmail} पर लिखिए: अगला पेमेंट रोक दिया जाएगा।` },
        { small: 'आपकी सुरक्षा के लिए इस मेल में कोई खाता नंबर नहीं है।' },
      ],
      why: why(shop),
    }
  },
}
