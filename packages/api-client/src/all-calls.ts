/** The whole table of calls, in a file of its own so that browsers load it when it is wanted. */
export { cloudApi } from '@acacia/contract';
