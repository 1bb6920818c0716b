// The program `weft`.
#include "program/program.hpp"

int main(int argc, char** argv) { return weft::cli::start_program(argc, argv, weft::cli::weft_program()); }
