// The program `weft`.
extern "C" int weft_start_program(int argc, char** argv);  // program/program.hpp

int main(int argc, char** argv) { return weft_start_program(argc, argv); }
