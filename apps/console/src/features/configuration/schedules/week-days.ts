/** Days of the week by their numbers in the cloud API: 0 is Sunday. */
export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
