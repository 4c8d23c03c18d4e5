import type { SameWords } from '#shared/languages.ts'
import { MAX_SPECIALTIES, MAX_YEARS } from '../../producers.rules.ts'
import { producersHi } from '../../producers.words.hi.ts'
import type { applicationFormEn } from './application.words.en.ts'
import type { FormUse } from './application-form.tsx'
import type { joinEn } from './join.words.en.ts'

export const applicationFormHi: SameWords<typeof applicationFormEn> = {
  location: 'जगह (शहर या गाँव)',
  country: 'देश',
  yearsInBusiness: 'कितने साल से काम है',
  specialties: 'आप क्या-क्या बनाते हैं',
  specialtiesHint: 'हर चीज़ के बीच में कॉमा लगाइए।',
  specialtiesShown: 'पेज पर ऐसे दिखेगा',
  profilePhoto: 'आपकी फ़ोटो का लिंक',
  coverPhoto: 'काम की फ़ोटो का लिंक',
  coverHint: 'काम की जगह, खेत या काम की एक चौड़ी फ़ोटो।',
  email: 'ईमेल',
  mobile: 'मोबाइल नंबर',
  mobileHint: 'देश के कोड के साथ, जैसे +91 98640 55210।',
  error: 'ग़लती',
  toFix: (count) => (count === 1 ? '1 चीज़ ठीक करनी है' : `${count} चीज़ें ठीक करनी हैं`),
  waitForPhoto: 'फ़ोटो पहुँचने तक रुकिए',
  offline: 'इंटरनेट नहीं है। आने पर फिर से भेजिए।',

  ofProfile: 'आपकी फ़ोटो',
  ofCover: 'काम की फ़ोटो',
  photo: {
    upload: 'या फ़ोटो चुनें',
    uploading: 'जा रही है',
    uploadingWhat: (what) => `${what} जा रही है`,
    preview: (what) => `${what} ऐसी दिखेगी`,
    shrinking: 'फ़ोटो छोटी हो रही है',
    nearlyThere: 'बस पहुँच ही गई',
    again: 'फिर से भेजें',
    cannotOpen: 'यह फ़ोटो नहीं खुली। लिंक देख लीजिए।',
    failed: 'फ़ोटो नहीं पहुँची। इंटरनेट देखकर फिर से भेजिए।',
    heic: (name) =>
      `${name} HEIC फ़ोटो है, जो यहाँ नहीं खुलती। iPhone में Settings > Camera > Formats > Most Compatible चुनकर फ़ोटो फिर से लीजिए, या JPEG भेजिए।`,
    noPhoto: (name) => `${name} न JPG है, न PNG, न WebP।`,
    notRead: (name) => `${name} नहीं खुली। फिर से कोशिश कीजिए, या दूसरी फ़ोटो चुनिए।`,
    tooLarge: (name) => `${name} 10 MB से बड़ी है। छोटी करके भेजिए, या दूसरी फ़ोटो चुनिए।`,
  },

  problems: {
    name: 'अपना या अपने समूह का नाम लिखिए',
    location: 'अपने शहर या गाँव का नाम लिखिए',
    country: 'अपने देश का नाम लिखिए',
    yearsInBusiness: 'कितने साल से काम है, यह लिखिए',
    yearsNotWhole: producersHi.YEARS_NOT_WHOLE,
    yearsOutOfRange: producersHi.YEARS_OUT_OF_RANGE({ most: MAX_YEARS }),
    specialties: producersHi.SPECIALTIES_MISSING,
    tooManySpecialties: producersHi.TOO_MANY_SPECIALTIES({ most: MAX_SPECIALTIES }),
    specialtyTooLong: 'हर चीज़ के बीच में कॉमा लगाइए',
    story: 'अपनी कहानी लिखिए',
    profileImageUrl: 'अपनी फ़ोटो का लिंक लिखिए, या फ़ोटो चुनिए',
    coverImageUrl: 'काम की फ़ोटो का लिंक लिखिए, या फ़ोटो चुनिए',
    emailMissing: 'अपना ईमेल पता लिखिए',
    noEmail: 'ईमेल पता ऐसे लिखिए: name@example.com',
    mobileNumber: 'मोबाइल नंबर लिखिए',
    noMobile: producersHi.MOBILE_WITHOUT_COUNTRY,
    LINK_WITH_PASSWORD: producersHi.LINK_WITH_PASSWORD,
    LINK_WITHOUT_HTTPS: producersHi.LINK_WITHOUT_HTTPS,
  },
}

export const applyingHi: FormUse = {
  words: applicationFormHi,
  titles: ['आप और आपका काम', 'आपका सामान', 'फ़ोटो', 'आपसे बात कैसे हो'],
  labels: { name: 'आपका या आपके समूह का नाम', story: 'आपकी कहानी' },
  hints: {
    story: 'काम कैसे शुरू हुआ? साथ में कौन-कौन है? ग्राहक को क्या जानना चाहिए?',
    profileImageUrl: 'आपकी या आपके समूह की फ़ोटो का पता।',
  },
  submit: 'फ़ॉर्म भेजें',
  busy: 'फ़ॉर्म जा रहा है',
  note: 'हाँ होने के बाद नाम, जगह, कहानी और फ़ोटो आपके पेज पर दिखेंगी। ईमेल और मोबाइल नंबर कभी नहीं दिखते।',
  failed: 'फ़ॉर्म नहीं पहुँचा। फिर से भेजिए।',
  isDraftKept: true,
  hasContact: true,
}

/** What stands beside the form, and in its place once it was sent. */
export const joinHi: SameWords<typeof joinEn> = {
  title: 'कारीगर के तौर पर जुड़ें',
  description: 'दिखाइए कि आप क्या बनाते हैं और कैसे। दस सवाल, क़रीब दस मिनट; मुनाफ़े का ज़्यादातर हिस्सा कारीगरों को जाता है।',
  intro: 'दिखाइए कि आप क्या बनाते हैं और कैसे। हर फ़ॉर्म पढ़ा जाता है, और जवाब ईमेल से आता है।',
  facts: [
    'दस सवाल, क़रीब दस मिनट',
    'ये पास रखिए: एक फ़ोटो आपकी और एक आपके काम की, या उनके लिंक',
    'दाम आप तय करते हैं, और मुनाफ़े का ज़्यादातर हिस्सा भी आपका है। फ़ॉर्म भरना फ़्री है।',
  ],
  received: 'फ़ॉर्म मिल गया',
  weWriteTo: (email) => ['जवाब ', email, ' पर आएगा।'],
  next: 'आगे क्या होगा',
  steps: [
    'कुछ मिनट में वहाँ एक मेल आएगा कि फ़ॉर्म मिल गया। उसके लिंक से पता चलता रहेगा कि फ़ॉर्म कहाँ तक पहुँचा।',
    'हर फ़ॉर्म कोई इंसान पढ़ता है। आपको कुछ नहीं करना है।',
    'दूसरे मेल में हमारा जवाब आएगा। हाँ होने पर आपका पेज तब तक दुकान में होगा, और मेल से वहीं पहुँच सकेंगे।',
  ],
  notHeard: (support) => ['दो हफ़्ते में जवाब न आए तो यहाँ लिखिए: ', support, '।'],
  home: 'पहले पेज पर जाएँ',
}
