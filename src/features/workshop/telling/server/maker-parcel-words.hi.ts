import type { SameWords } from '#shared/languages.ts'
import { formatRupees } from '#shared/money.ts'
import type { makerParcelEn, ToldParcel } from './maker-parcel-words.en.ts'

const why = (storeName: string) => `यह मेल इसलिए आया है क्योंकि ${storeName} के लिए आपका सामान आपके यहाँ से भेजा जाता है।`

const cashOf = ({ cashPaise }: ToldParcel) =>
  cashPaise > 0 ? `कूरियर दरवाज़े पर ${formatRupees(cashPaise)} लेगा।` : 'पैसा आ चुका है: कूरियर कुछ नहीं लेगा।'

const content = (parcel: ToldParcel) => [
  { title: `पार्सल ${parcel.code}`, lines: parcel.pieces },
  ...(parcel.town === undefined ? [] : [{ text: `यह ${parcel.town} जाएगा।` }]),
  { text: cashOf(parcel) },
]

export const makerParcelHi: SameWords<typeof makerParcelEn> = {
  openParcel: 'पार्सल खोलें',
  send: (storeName, parcel) => ({
    subject: `${storeName}: पार्सल ${parcel.code} भेजना है`,
    heading: 'नया ऑर्डर आया है। एक पार्सल भेजना है।',
    text: 'इसे पैक कीजिए और वर्कशॉप में “पैक हो गया” दबाइए। तब वहाँ पता दिखेगा, और छापने के लिए पर्ची और लेबल मिलेंगे।',
    blocks: content(parcel),
    why: why(storeName),
  }),
  sendWithPapers: (storeName, parcel) => ({
    subject: `${storeName}: पार्सल ${parcel.code} भेजना है`,
    heading: 'नया ऑर्डर आया है। एक पार्सल भेजना है।',
    text: 'साथ के पेज छाप लीजिए। पर्ची पार्सल के अंदर जाएगी, लेबल ऊपर लगेगा।',
    blocks: [...content(parcel), { note: 'कूरियर को देने के बाद इस मेल के जवाब में कूरियर का नाम और ट्रैकिंग नंबर लिखिए।' }],
    why: why(storeName),
  }),
  keep: (storeName, { code, pieces }) => ({
    subject: `${storeName}: पार्सल ${code} मत भेजिए`,
    heading: `पार्सल ${code} रद्द हो गया।`,
    text: 'इसे मत भेजिए। कूरियर को दे दिया हो तो इस मेल का जवाब दीजिए, आगे दफ़्तर देख लेगा।',
    blocks: [{ title: 'उसमें यह था', lines: pieces }],
    why: why(storeName),
  }),
}
