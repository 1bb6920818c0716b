; Bands of a cubic lattice of dielectric spheres, by mpb-mpi. With the same random start in every run.
(define-param res 32)
(set! geometry-lattice (make lattice))
(set! geometry (list (make sphere (center 0 0 0) (radius 0.3) (material (make dielectric (epsilon 11.56))))))
(set! resolution res)
(set! num-bands 8)
(set! k-points (list (vector3 0.5 0.5 0.5)))
(set! deterministic? true)
(run)
