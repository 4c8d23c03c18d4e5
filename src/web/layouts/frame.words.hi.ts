import { categoriesHi } from '#features/catalog/categories.words.hi.ts'

/** By the English text. */
export const frameHi = {
  'Skip to content': 'सीधे पेज पर जाएँ',
  'Delivery and payment': 'डिलीवरी और पेमेंट',
  'Free shipping on every order': 'हर ऑर्डर पर डिलीवरी फ़्री',
  'Cash on delivery available': 'पैसे सामान मिलने पर भी',

  Main: 'मुख्य मेन्यू',
  Menu: 'मेन्यू',
  'Close menu': 'मेन्यू बंद करें',
  ', home': ', पहला पेज',
  'Search products': 'सामान खोजें',
  'Search rugs, turmeric, bowls': 'दरी, हल्दी, कटोरी खोजें',
  'Clear search': 'लिखा हुआ हटाएँ',
  'Join as Producer': 'कारीगर के तौर पर जुड़ें',
  'All Products': 'सारा सामान',
  Producers: 'कारीगर',
  Mission: 'हमारी बात',
  Shop: 'दुकान',

  Account: 'खाता',
  'Account menu': 'खाते का मेन्यू',
  'Your account': 'आपका खाता',
  'Account not shown': 'खाता नहीं दिख रहा है',
  'My Orders': 'मेरे ऑर्डर',
  Login: 'लॉगिन',
  Logout: 'लॉगआउट',

  ...categoriesHi,

  Footer: 'नीचे का मेन्यू',
  Home: 'पहला पेज',
  'About Us': 'हमारे बारे में',
  'The ledger': 'खुली बही',
  Privacy: 'आपकी जानकारी',
  'Seller login': 'दफ़्तर का लॉगिन',
  Help: 'मदद',
  'Contact us': 'हमसे बात करें',
  'Help and address': 'मदद और पता',
  Returns: 'वापसी',
  'Grievance officer': 'शिकायत अधिकारी',
  'Prices in Indian rupees (₹).': 'सारे दाम भारतीय रुपये (₹) में।',
}
