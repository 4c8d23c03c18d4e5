import type { SameWords } from '#shared/languages.ts'
import type { workshopEn } from './workshop.words.en.ts'

const left = (tries: number) => (tries === 1 ? '1 मौक़ा बाक़ी है।' : `${tries} मौक़े बाक़ी हैं।`)

export const workshopHi: SameWords<typeof workshopEn> = {
  PIN_NOT_SIX_DIGITS: '6 अंक लिखिए',
  PIN_TOO_SIMPLE: 'यह पिन आसानी से पकड़ में आता है: 123456, 111111 या कोई साल नहीं चलेगा।',
  PIN_OR_PASSWORD: 'पिन चुनिए, या ईमेल और पासवर्ड लिखिए',
  WRONG_PHONE_END: (values) => `दफ़्तर में लिखे नंबर के आख़िरी 4 अंक ये नहीं हैं। ${left(values.left)}`,
  INVITATION_OVER: 'यह न्योता इस्तेमाल हो चुका है, वापस ले लिया गया है या पुराना है। दफ़्तर से नया न्योता माँगिए।',
  WRONG_PIN: (values) => `यह पिन ग़लत था। ${left(values.left)}`,
  PIN_OVER: 'इस फ़ोन से अब वर्कशॉप नहीं खुलती। दफ़्तर से नया न्योता माँगिए।',
  WORKSHOP_LOCK_REFUSED: 'इस फ़ोन का लॉक नहीं माना गया। फिर से कीजिए, या पिन लिखिए।',
  WORKSHOP_NO_LOCK: 'इस पते पर फ़ोन का लॉक काम नहीं करता। पिन चुनिए।',
  WORKSHOP_EMAIL_TAKEN: 'इस ईमेल से पहले ही कोई आता है।',
  WORKSHOP_PERSON_GONE: 'यह नाम अब इस कारीगर के लोगों में नहीं है।',
  WORKSHOP_DEVICE_GONE: 'यह फ़ोन पहले ही हटा दिया गया है।',
  TOO_MANY_PEOPLE: ({ most }) => `एक कारीगर के ज़्यादा से ज़्यादा ${most} लोग होते हैं।`,
  NAME_OF_PERSON: 'उनका नाम',
  YOUR_OWN_NAME: 'अपना नाम',

  WORKSHOP_PARCEL_GONE: 'यह पार्सल यहाँ नहीं है।',
  WORKSHOP_PARCEL_ELSEWHERE: 'यह पार्सल पहले ही आगे जा चुका है, या ऑर्डर रद्द हो गया है।',
  WORKSHOP_PARCEL_NOT_PACKED: 'पर्ची और लेबल पैक करने के बाद मिलते हैं, भेजने तक।',
  WORKSHOP_TRACKING_TAKEN: 'यह नंबर किसी और पार्सल पर लिखा है। एक बार फिर देखिए।',
  WORKSHOP_COURIER: 'कूरियर का नाम',
  WORKSHOP_STATEMENT_GONE: 'यह हिसाब यहाँ नहीं है।',
  WORKSHOP_PACKED: 'पैक हो गया',
  WORKSHOP_SENT: 'भेज दिया। ग्राहक को ख़बर जाएगी',

  WORKSHOP_PHOTO_GONE: 'एक फ़ोटो अब यहाँ नहीं है। उसे फिर से भेजिए।',
  WORKSHOP_PHOTO_MISSING: 'कम से कम एक फ़ोटो भेजिए।',
  WORKSHOP_TOO_MANY_PHOTOS: 'बहुत-सी फ़ोटो पहले से रखी हैं। पहले सामान भेजिए, या कल आगे बढ़िए।',
  WORKSHOP_PIECE_CHANGED: 'दफ़्तर ने इस बीच यह सामान बदला है। एक बार फिर देखिए।',
  WORKSHOP_NO_CHANGE: 'इस सामान का कुछ भी दफ़्तर के पास नहीं है।',

  PUSH_NEEDS_HTTPS: 'यह दुकान https से नहीं चलती, इसलिए फ़ोन पर ख़बर नहीं आ सकती।',
  PUSH_ADDRESS: 'इस ब्राउज़र से ख़बर का पता नहीं मिला। फिर से कोशिश कीजिए।',
  PUSH_IS_ON: 'नए पार्सल की ख़बर इस फ़ोन पर आएगी',
  PUSH_IS_OFF: 'नए पार्सल की ख़बर अब इस फ़ोन पर नहीं आएगी',
  WORKSHOP_TOO_MANY_PIECES: 'दफ़्तर के पास बहुत-सा नया सामान देखने को रखा है। कुछ देख लिया जाए, तब और भेजिए।',
  WORKSHOP_PIECE_SENT: 'भेज दिया। दफ़्तर में देखा जाएगा, फिर दुकान में आएगा।',
  WORKSHOP_PIECE_SAVED: 'सेव हो गया। दुकान में अब ऐसा ही दिखेगा।',
  WORKSHOP_PRICE_SENT: 'सेव हो गया। नया दाम दफ़्तर में देखा जाएगा।',
  WORKSHOP_PIECE_SAME: 'कुछ नहीं बदला। सामान दुकान में वैसा ही है।',
  WORKSHOP_STOCK_SAVED: ({ stock }) => `${stock} पीस`,
  WORKSHOP_PIECE_TAKEN_BACK: 'वापस ले लिया। दफ़्तर में अब नहीं देखा जाएगा।',

  WORKSHOP_OPEN: ({ name }) => `नमस्ते, ${name} जी`,
  WORKSHOP_SHUT: 'वर्कशॉप बंद हो गई',
  PERSON_INVITED: ({ name }) => `${name} का न्योता तैयार है`,
  INVITATION_TAKEN_BACK: ({ name }) => `${name} का न्योता वापस ले लिया गया`,
  PERSON_TAKEN_OUT: ({ name }) => `${name} से अब वर्कशॉप नहीं खुलेगी`,
  DEVICE_TAKEN_OUT: ({ device }) => `${device} से अब वर्कशॉप नहीं खुलेगी`,
  DEVICE_LET_IN: ({ device }) => `${device} से वर्कशॉप फिर खुलेगी`,
  LANGUAGE_SAVED: 'सेव हो गया',
}
