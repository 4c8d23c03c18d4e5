import type { SameWords } from '#shared/languages.ts'
import type { producersEn } from './producers.words.en.ts'

const statuses: Record<string, string> = { approved: 'हाँ हो चुकी है', rejected: 'अभी नहीं कहा जा चुका है' }

export const producersHi: SameWords<typeof producersEn> = {
  APPLICATION_NOT_FOUND: 'यह फ़ॉर्म यहाँ नहीं है।',
  PRODUCER_NOT_FOUND: 'यह कारीगर यहाँ नहीं है।',
  ALREADY_DECIDED: ({ status }) => `इस फ़ॉर्म पर पहले ही ${statuses[status] ?? status}।`,
  NOT_APPROVED: 'जिस कारीगर को हाँ हो चुकी है, सिर्फ़ उसी में बदलाव होता है।',
  PICTURE_REFUSED: 'एक फ़ोटो चुनें',

  PRODUCER_NAME: 'अपना या अपने समूह का नाम',
  PRODUCER_PLACE: 'अपने शहर या गाँव का नाम',
  PRODUCER_COUNTRY: 'अपने देश का नाम',
  PRODUCER_STORY: 'अपनी कहानी',
  PROFILE_PHOTO: 'अपनी फ़ोटो का लिंक',
  COVER_PHOTO: 'काम की फ़ोटो का लिंक',
  PRODUCER_MOBILE: 'मोबाइल नंबर',
  ONE_SPECIALTY: 'हर सामान का नाम',
  SENDER_STREET: 'उनकी गली और मकान',
  SENDER_CITY: 'उनका शहर या गाँव',
  SENDER_STATE: 'उनका राज्य',
  SENDER_PIN_CODE: 'उनका पिन कोड',
  SENDER_MOBILE: 'उनका मोबाइल नंबर',
  YEARS_NOT_WHOLE: 'कितने साल, पूरे अंकों में लिखिए',
  YEARS_OUT_OF_RANGE: ({ most }) => `0 से ${most} तक का अंक लिखिए`,
  SPECIALTIES_MISSING: 'आप क्या बनाते हैं, यह लिखिए',
  TOO_MANY_SPECIALTIES: ({ most }) => `ज़्यादा से ज़्यादा ${most} चीज़ें लिखिए`,
  MOBILE_WITHOUT_COUNTRY: 'देश के कोड के साथ मोबाइल नंबर लिखिए, जैसे +91 98640 55210',
  LINK_WITH_PASSWORD: 'साइट के नाम से पहले का नाम और पासवर्ड हटाइए',
  LINK_WITHOUT_HTTPS: 'लिंक https:// से शुरू कीजिए',
  UPLOAD_GONE: 'यह फ़ोटो अब यहाँ नहीं है। इसे फिर से भेजिए',
  SAMPLE_HAS_NO_CONTACT: 'नमूने के कारीगर का न ईमेल होता है, न मोबाइल नंबर',
  DECISION_MISSING: 'हाँ या अभी नहीं, एक चुनें',
  CONSENT_NOT_YES_OR_NO: 'हाँ या नहीं चुनें',
  PRODUCER_CHANGE_MISSING: 'क्या बदलना है, यह लिखिए',

  APPLICATION_SUBMITTED: 'फ़ॉर्म मिल गया।',
  PRODUCER_PICTURE_UPLOADED: 'फ़ोटो पहुँच गई।',
  PRODUCER_SAVED: ({ name }) => `${name}: सेव हो गया।`,
  PRODUCER_APPROVED: ({ name }) => `${name}: हाँ हो गई।`,
  PRODUCER_REJECTED: ({ name }) => `${name}: अभी नहीं।`,
  PRODUCER_SUSPENDED: ({ name }) => `${name}: दुकान से हटा दिया गया।`,
  PRODUCER_TAKEN_BACK: ({ name }) => `${name}: फिर से दुकान में।`,
}
