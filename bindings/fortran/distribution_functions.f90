! type(weft_distribution): distributions, with the functions of their arrays.
module weft_distribution_type
  use weft_distribution_base_type
  implicit none
  private
  public :: weft_distribution

  type, extends(weft_distribution_base) :: weft_distribution
  end type
end module weft_distribution_type
