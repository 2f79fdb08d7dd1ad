/** Content of the files of user-defined functions before anything is stored. */
import type { UdfName } from '@acacia/contract';

const HEADER = `/*
 * User-defined functions in C++. They are kept with this workspace and copied with its data; they
 * cannot run in this version: a query or a loading job that calls one is refused with the name of
 * this file.
 *
 * Functions in JavaScript run. Put them in place of this text, with their types above each of them:
 *
 *   /** The share of equal letters.
 *    *  @param {STRING} a
 *    *  @param {STRING} b
 *    *  @returns {DOUBLE} *\\/
 *   function likeness(a, b) { ... }
 */
`;

const EXPR_FUNCTIONS = `${HEADER}
#ifndef EXPRFUNCTIONS_HPP_
#define EXPRFUNCTIONS_HPP_

#include <stdlib.h>
#include <stdio.h>
#include <string>
#include <gle/engine/cpplib/headers.hpp>

#include "ExprUtil.hpp"

namespace UDIMPL {
  typedef std::string string;

  // Functions that queries may call, as in:
  // inline int64_t str_length(string text) { return text.size(); }
}

#endif /* EXPRFUNCTIONS_HPP_ */
`;

const EXPR_UTIL = `${HEADER}
#ifndef EXPRUTIL_HPP_
#define EXPRUTIL_HPP_

#include <stdlib.h>
#include <stdio.h>
#include <string>
#include <gle/engine/cpplib/headers.hpp>

typedef std::string string;

// Structs and helpers that ExprFunctions.hpp uses.

#endif /* EXPRUTIL_HPP_ */
`;

const TOKEN_BANK = `${HEADER}
#include <string>
#include <TokenLib.hpp>

// Token functions that loading jobs may call, as in:
// extern "C" void to_shout(const char* const iToken[], uint32_t iTokenLen[], uint32_t iTokenNum,
//                          char* const oToken, uint32_t& oTokenLen) { }
`;

export const UDF_TEMPLATES: Readonly<Record<UdfName, string>> = {
  ExprFunctions: EXPR_FUNCTIONS,
  ExprUtil: EXPR_UTIL,
  TokenBank: TOKEN_BANK,
};
