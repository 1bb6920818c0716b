/* The symbols that programs can call. All of libweft is compiled with hidden symbols. The public headers export
 * their declarations, by WEFT_API behind the name of the namespace and WEFT_BEGIN_C around the functions of C.
 * No other symbol can be called, or replace a function of the same name in the program, and internal changes do
 * not change the interface. */
#ifndef WEFT_EXPORT_H
#define WEFT_EXPORT_H

#ifdef __GNUC__
#define WEFT_API __attribute__((visibility("default")))
#define WEFT_HIDDEN __attribute__((visibility("hidden"))) /* of what is declared in public and defined inside */
#define WEFT_SHOW_BEGIN _Pragma("GCC visibility push(default)")
#define WEFT_SHOW_END _Pragma("GCC visibility pop")
#else
#define WEFT_API
#define WEFT_HIDDEN
#define WEFT_SHOW_BEGIN
#define WEFT_SHOW_END
#endif

#ifdef __cplusplus
#define WEFT_BEGIN_C extern "C" { WEFT_SHOW_BEGIN
#define WEFT_END_C WEFT_SHOW_END }
#else
#define WEFT_BEGIN_C WEFT_SHOW_BEGIN
#define WEFT_END_C WEFT_SHOW_END
#endif

#endif
