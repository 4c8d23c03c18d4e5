import { formatMonthDay } from '#shared/day.ts'
import type { SameWords } from '#shared/languages.ts'
import type { holidayEn } from './holiday.words.en.ts'

const day = (one: string) => formatMonthDay(one, 'hi')

export const holidayHi: SameWords<typeof holidayEn> = {
  holiday: 'छुट्टी',
  going: 'छुट्टी पर जाना है?',
  goingText: 'दिन लिख दीजिए, ग्राहक देख लेंगे कि आप कब लौटेंगे।',
  set: 'दिन लिखें',
  text: 'इन दिनों कुछ बनाना या भेजना नहीं है। आपका सामान दुकान में दिखता रहेगा, साथ में वापसी का दिन भी।',
  from: 'छुट्टी का पहला दिन',
  to: 'छुट्टी का आख़िरी दिन',
  save: 'छुट्टी लिखें',
  saving: 'लिखा जा रहा है',
  onHoliday: 'आपकी छुट्टी है',
  planned: 'आपकी छुट्टी लिखी हुई है',
  days: ({ from, to }) => `${day(from)} से ${day(to)} तक।`,
  shutUntil: (back) => `सामान दुकान में दिखता रहेगा, ऑर्डर ${day(back)} से।`,
  openMeanwhile: (back) => `ऑर्डर इस बीच भी आ सकते हैं। ग्राहक को दिखेगा कि सामान ${day(back)} से निकलेगा।`,
  end: 'छुट्टी ख़त्म करें',
  ending: 'एक पल',
  takeBack: 'छुट्टी रहने दें',
  openParcels: 'पहले के ऑर्डर के पार्सल फिर भी भेजने हैं।',
}
