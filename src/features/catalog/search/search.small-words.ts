const list = (words: string) => new Set(words.split(/\s+/).filter(Boolean))

/** Words without meaning for a search, unless it has no others; Hindi ones in the Latin letters in which both scripts are compared. */
export const smallWords = list(`
  a an the this that these those it its is are be am i me my mine we us our you your he she they their
  for from of on in into at by to with without under over about near and or not no free as like
  want wants need needs looking find show buy get give put please something someone somebody anything some any who which what where
  best good nice beautiful pretty lovely great cheap cheapest affordable top-quality quality online price cost rate offer shop shopping store
  product products item items thing things goods stuff piece pieces made kind type colour color coloured colored
  handmade handcrafted handicraft handicrafts artisan artisanal
  cm mm m inch inches ft feet g gm gms gram grams kg ml ltr litre litres rs rupee rupees
  ka ki ke ko se men me mein par aur hai vala vale vali wala wale wali liye lie rang ek koi kuch accha achchha
  upar andar sath bina chahie chahiye dikhao sasta saste`)

/**
 * What something is bought for. Hardly a product says that it is a gift: where none does, a search of nothing else shows all, and nothing is taken
 * for a misspelt name of something.
 */
export const purposes = list(`
  gift gifts gifting present presents return wedding anniversary birthday housewarming festival festive diwali deepavali holi rakhi
  rakshabandhan bhaidooj karvachauth navratri pongal onam eid christmas puja pooja mother mothers mom mum father fathers dad parents wife husband
  sister brother friend friends grandmother grandfather daughter son kids child children baby men man women woman girl boy her him
  corporate office favour favours keepsake souvenir uphar tohfa tofa shadi shaadi`)
