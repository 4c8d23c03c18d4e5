import type { AddressInput } from '#features/addresses/addresses.contract.ts'
import { INVENTED } from '#kernel/config.ts'

// Everybody here is invented. Their addresses end in .example, where no mail goes.

const names =
  `Aarav Menon, Aditi Kulkarni, Advait Joshi, Aisha Khan, Akash Reddy, Amrita Sen, Anil Pillai, Anjali Desai, Arjun Nair, Asha Bhat,
  Bhavna Shah, Chetan Patil, Deepa Iyer, Dev Malhotra, Divya Rao, Esha Gupta, Farhan Ali, Gauri Deshmukh, Harish Verma, Isha Kapoor,
  Jaya Krishnan, Kabir Singh, Kavya Hegde, Kiran Naidu, Lakshmi Subramanian, Leela Thomas, Madhav Gokhale, Maya Banerjee, Meera Pandit, Mohan Das,
  Nandini Roy, Naveen Shetty, Neha Agarwal, Nikhil Chopra, Nisha Varghese, Omkar Pawar, Pallavi Mishra, Pooja Saxena, Pranav Kamath, Priya Nambiar,
  Rahul Bose, Rajesh Tiwari, Ritu Chauhan, Rohan Mathur, Sadia Sheikh, Sameer Kazi, Sanjana Murthy, Sarita Yadav, Shreya Ghosh, Siddharth Jain,
  Sneha Fernandes, Suresh Babu, Swati Dubey, Tanvi Mehta, Tara Chandran, Uma Raghavan, Varun Sethi, Vidya Nayak, Vikram Rathore, Zoya Mirza`
    .split(',')
    .map((name) => name.trim())

const places = [
  { street: '14 Temple Street', city: 'Chennai', state: 'Tamil Nadu', zipcode: '600004' },
  { street: 'Flat 7, Lake View', city: 'Bengaluru', state: 'Karnataka', zipcode: '560042' },
  { street: '22 Hill Road', city: 'Mumbai', state: 'Maharashtra', zipcode: '400050' },
  { street: '5 Park Lane', city: 'Kolkata', state: 'West Bengal', zipcode: '700019' },
  { street: 'B-31, Green Park', city: 'New Delhi', state: 'Delhi', zipcode: '110016' },
  { street: '9 Law Garden', city: 'Ahmedabad', state: 'Gujarat', zipcode: '380006' },
  { street: '18 Old Bazaar', city: 'Jaipur', state: 'Rajasthan', zipcode: '302003' },
  { street: 'Plot 40, Road 12', city: 'Hyderabad', state: 'Telangana', zipcode: '500034' },
  { street: '3 River Bank', city: 'Pune', state: 'Maharashtra', zipcode: '411004' },
  { street: '61 Marine Drive', city: 'Kochi', state: 'Kerala', zipcode: '682031' },
  { street: '27 Palace Road', city: 'Mysuru', state: 'Karnataka', zipcode: '570001' },
  { street: '12 Arera Colony', city: 'Bhopal', state: 'Madhya Pradesh', zipcode: '462016' },
] as const

export interface Invented {
  name: string
  email: string
  address: AddressInput
}

function livesAt(name: string, email: string, at: number): AddressInput {
  const [firstName = '', lastName = ''] = name.split(' ')
  const place = places[at % places.length] ?? places[0]
  return {
    ...place,
    firstName,
    lastName,
    email,
    country: 'India',
    phone: `90000${String(10_000 + at)}`,
    isDefault: true,
  }
}

/** Nobody can log in as one of these. */
export const inventedShoppers: readonly Invented[] = names.map((name, at) => {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}${INVENTED}`
  return { name, email, address: livesAt(name, email, at) }
})

export const waitingApplication = {
  name: 'Bidri Metal Workers of Bidar',
  location: 'Bidar, Karnataka',
  country: 'India',
  story:
    'Eleven families inlay silver into blackened zinc. The black comes from the earth of the old fort and from nothing else. Two of our daughters have begun to draw their own patterns, and we would like them to be paid for it.',
  profileImageUrl: '/pictures/producer-potter-portrait.svg',
  coverImageUrl: '/pictures/producer-potter-portrait.svg',
  yearsInBusiness: 34,
  specialties: ['Silver inlay', 'Bidri boxes', 'Bangles'],
  email: `bidri${INVENTED}`,
  mobileNumber: '9000020001',
}
