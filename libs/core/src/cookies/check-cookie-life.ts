/** Life of the cookies that carry a check, such as `state`, from start to callback, seconds. */
export const CHECK_MAX_AGE = 900;
