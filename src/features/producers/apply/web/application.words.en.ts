import { thingsToFix } from '#web/ui/field.tsx'
import { MAX_SPECIALTIES, MAX_YEARS } from '../../producers.rules.ts'
import { producersEn } from '../../producers.words.en.ts'

/** Of the form; the office edits producers with it, too. */
export const applicationFormEn = {
  location: 'Location (town or village)',
  country: 'Country',
  yearsInBusiness: 'Years in business',
  specialties: 'Specialties',
  specialtiesHint: 'Separate each with a comma.',
  specialtiesShown: 'Specialties as they will appear',
  profilePhoto: 'Profile photo link',
  coverPhoto: 'Cover photo link',
  coverHint: 'A wide photo of your workshop, field or work.',
  email: 'Email',
  mobile: 'Mobile number',
  mobileHint: 'With the country code, like +91 98640 55210.',
  error: 'Error',
  toFix: thingsToFix,
  waitForPhoto: 'Wait until your photo is uploaded',
  offline: 'You seem to be offline. Please check your connection and try again',

  ofProfile: 'your profile photo',
  ofCover: 'your cover photo',
  photo: {
    upload: 'Or upload a photo',
    uploading: 'Uploading',
    uploadingWhat: (what: string) => `Uploading ${what}`,
    preview: (what: string) => `Preview of ${what}`,
    shrinking: 'Making it small',
    nearlyThere: 'Nearly there',
    again: 'Try again',
    cannotOpen: 'We cannot open this picture. Check the link.',
    failed: 'The upload failed. Check the network and try again.',
    heic: (name: string) =>
      `${name} is a phone photo in HEIC format, which cannot be opened here. On the iPhone choose Settings > Camera > Formats > Most Compatible and take it again, or send it as a JPEG.`,
    noPhoto: (name: string) => `${name} is no JPG, PNG or WebP.`,
    notRead: (name: string) => `${name} cannot be opened. Try again, or choose another.`,
    tooLarge: (name: string) => `${name} is larger than the 10 MB that we take. Save it smaller, or choose another.`,
  },

  problems: {
    name: 'Enter your name or the name of your group',
    location: 'Enter your town or village',
    country: 'Enter your country',
    yearsInBusiness: 'Enter the number of years',
    yearsNotWhole: producersEn.YEARS_NOT_WHOLE,
    yearsOutOfRange: producersEn.YEARS_OUT_OF_RANGE({ most: MAX_YEARS }),
    specialties: producersEn.SPECIALTIES_MISSING,
    tooManySpecialties: producersEn.TOO_MANY_SPECIALTIES({ most: MAX_SPECIALTIES }),
    specialtyTooLong: 'Separate your specialties with commas',
    story: 'Enter your story',
    profileImageUrl: 'Enter a link to your profile photo',
    coverImageUrl: 'Enter a link to your cover photo',
    emailMissing: 'Enter your email address',
    noEmail: 'Enter an email address, like name@example.com',
    mobileNumber: 'Enter a mobile number',
    noMobile: producersEn.MOBILE_WITHOUT_COUNTRY,
    LINK_WITH_PASSWORD: producersEn.LINK_WITH_PASSWORD,
    LINK_WITHOUT_HTTPS: producersEn.LINK_WITHOUT_HTTPS,
  },
}
